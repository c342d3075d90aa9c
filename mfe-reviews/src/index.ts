// A remote runs inside the shell; by itself it has nothing to show.
export {}
