// A remote runs inside the shell; standalone it renders nothing.
export {}
