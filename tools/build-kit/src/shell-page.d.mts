export function bundleEarlyProgram(folder: string): string
