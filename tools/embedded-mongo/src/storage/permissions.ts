/** Modes of what holds documents: nobody but the user the server runs as reads it. */
export const OWNER_ONLY_DIRECTORY = 0o700
export const OWNER_ONLY_FILE = 0o600
