export function compareSurfaces(
  released: Record<string, { type: string[] }>,
  current: Record<string, string[]>,
): { changes: string[]; release: 'major' | 'minor' | undefined }
