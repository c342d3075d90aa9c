const started = globalThis as typeof globalThis & { offquadStores?: { close(): Promise<void> }[] }

async function stopStores(): Promise<void> {
  await Promise.all((started.offquadStores ?? []).splice(0).map((store) => store.close()))
}

export default stopStores
