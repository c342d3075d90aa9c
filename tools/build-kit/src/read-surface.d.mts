export function readSurface(folder: string): Record<string, string[]>
