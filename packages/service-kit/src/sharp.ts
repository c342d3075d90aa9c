/** What of sharp's module is set up here. */
interface SharpSettings {
  block(options: { operation: string[] }): void
  unblock(options: { operation: string[] }): void
  cache(isOn: boolean): unknown
  concurrency(threads: number): number
}

/**
 * Loads sharp when it is first needed, as most processes of a service never see a picture. Only once: decoders are blocked
 * for a moment meanwhile, for pictures that other threads are decoding as well. The settings are the whole process's, so
 * there is one loader in each.
 * @param load `() => import('sharp')`
 * @param decoders as libvips names them without "VipsForeignLoad": ['Jpeg', 'Png']; files are never tried with any other
 */
export function createSharpLoader<Sharp extends SharpSettings>(
  load: () => Promise<{ default: Sharp }>,
  decoders: readonly string[],
): () => Promise<Sharp> {
  let loading: Promise<Sharp> | undefined

  async function loadAndSetUp(): Promise<Sharp> {
    const { default: sharp } = await load()
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: decoders.map((decoder) => `VipsForeignLoad${decoder}`) })
    sharp.cache(false)
    // Several pictures at once use the cores better than several threads for one.
    sharp.concurrency(1)
    return sharp
  }

  return () => (loading ??= loadAndSetUp())
}
