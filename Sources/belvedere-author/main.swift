print("not here yet")
