// Remotes run inside the shell and have no page of their own.
export {}
