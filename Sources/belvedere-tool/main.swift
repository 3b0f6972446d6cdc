print("belvedere")
