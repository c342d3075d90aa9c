import { type FileReport } from '@offquad/row-files'
import { api } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Kind, KINDS } from './kinds'

interface Progress {
  /** Of the file. */
  name: string
  report: FileReport
  /** Whether it is or was only tried. */
  isPreview: boolean
}

type ImportState =
  | { step: 'idle' }
  | ({ step: 'reading' | 'previewed' | 'importing' | 'imported' } & Progress)
  | ({ step: 'failed'; reason: string } & Progress)

const NOTHING: FileReport = { ...{ read: 0, created: 0, updated: 0, unchanged: 0 }, rejected: [], notes: [] }

/** The way of a file into the catalog: tried, looked at, imported. */
export function useImport(kind: Kind) {
  const client = useQueryClient()
  const [state, setState] = useState<ImportState>({ step: 'idle' })
  const [file, setFile] = useState<File>()

  async function send(chosen: File, isPreview: boolean): Promise<void> {
    const progress: Progress = { name: chosen.name, report: NOTHING, isPreview }
    setState({ step: isPreview ? 'reading' : 'importing', ...progress })
    try {
      for await (const report of reportsOf(kind, chosen, isPreview)) {
        progress.report = report
        setState({ step: isPreview ? 'reading' : 'importing', ...progress })
      }
      setState({ step: isPreview ? 'previewed' : 'imported', ...progress })
    } catch (error) {
      const reason = `${chosen.name}: ${(error as Error).message}`
      setState({ step: 'failed', ...progress, reason: isPreview ? reason : `${reason} ${PARTLY}` })
    }
    if (!isPreview) await client.invalidateQueries()
  }

  return {
    state,
    async preview(chosen: File) {
      setFile(chosen)
      await send(chosen, true)
    },
    run: async () => (file ? send(file, false) : undefined),
    cancel: () => setState({ step: 'idle' }),
  }
}

const PARTLY = 'The rows before are in; importing the same file again is safe and goes on from there.'

async function* reportsOf(kind: Kind, file: File, dryRun: boolean): AsyncGenerator<FileReport> {
  const { importRows, readRows } = await import('@offquad/row-files')
  yield* importRows(
    readRows(chunksOf(file), file.name),
    async (rows) => (await api(KINDS[kind].importing, { body: { rows, dryRun } })).results,
  )
}

// Not every browser lets streams be iterated.
async function* chunksOf(file: File): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}
