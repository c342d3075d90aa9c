export declare const SHARED_PARTS: Record<string, string>

export declare function checkSharedParts(folder: string): void
