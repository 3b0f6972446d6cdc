// Commands are added here.
