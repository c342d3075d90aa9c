export function markPureDeclarations(source: string): string
