/** Bundles a service's process entries into dist/. `folder` is absolute. */
export function bundleService(folder: string): Promise<void>

/**
 * As bundleService, then again after every change; a build that fails writes nothing.
 * @param folder absolute path of the service's folder
 * @param onBuild called after each build with the compiler's messages; none: it succeeded
 * @returns what stops watching
 */
export function watchService(
  folder: string,
  onBuild: (errors: string[]) => void,
): Promise<() => Promise<void>>
