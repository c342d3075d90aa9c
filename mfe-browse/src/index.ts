// Remotes run inside the shell; standalone they render nothing.
export {}
