export function endpointsForBrowsers(source: string): string
