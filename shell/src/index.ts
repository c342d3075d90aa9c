// The shared packages are negotiated before anything that uses them runs.
void import('./bootstrap')

export {}
