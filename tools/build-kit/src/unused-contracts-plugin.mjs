import { readFile } from 'node:fs/promises'
import { CONTRACT_SOURCES, markPureDeclarations } from './pure-declarations.mjs'

/** An esbuild plugin that lets a bundle leave out contracts that it does not use. */
export const unusedContractsAreDropped = {
  name: 'unused-contracts-are-dropped',
  setup(bundle) {
    bundle.onLoad({ filter: CONTRACT_SOURCES }, async ({ path: file }) => ({
      contents: markPureDeclarations(await readFile(file, 'utf8')),
      loader: 'ts',
    }))
  },
}
