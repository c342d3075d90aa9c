import '../../components/admin.css'
import './import.css'
import { IMPORT_COLUMNS, importApartments, importLandlords } from '@offquad/contracts'
// Not from the package itself, whose readers of files are loaded when there is one.
import { emptyReport, type FileReport, type Remark } from '@offquad/row-files/report'
import { Button } from '@offquad/ui'
import { api } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { loadRowFiles } from './load-row-files'

const ENDPOINTS = {
  apartments: importApartments,
  landlords: importLandlords,
}
type Kind = keyof typeof ENDPOINTS

/** Imports a file after a dry run that shows what would change. */
export function ImportSection({ kind }: { kind: Kind }) {
  const id = useId()
  const { state, preview, run, cancel } = useImport(kind)
  const isBusy = state.step === 'reading' || state.step === 'importing'
  return (
    <section aria-labelledby="import">
      <h2 id="import">Import</h2>
      <p className="offquad-soft">
        A JSON array or a CSV file of {kind}, separated by commas, semicolons or tabs. You see what would
        change before anything is imported.
      </p>
      <p className="admin-file offquad-stack">
        <label htmlFor={id}>File to import</label>
        <input
          id={id}
          type="file"
          accept=".json,.csv,.tsv,.txt,application/json,text/csv"
          disabled={isBusy}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void preview(file)
            // So that the same file can be selected again after it was corrected.
            target.value = ''
          }}
        />
      </p>
      <div role="status">
        {isBusy && (
          <p>
            {state.step === 'reading' ? 'Checking' : 'Importing'} {state.name}: {state.report.read} rows so
            far …
          </p>
        )}
        {state.step === 'failed' && <p className="offquad-notice">{state.reason}</p>}
        {(state.step === 'previewed' || state.step === 'imported' || state.step === 'failed') && (
          <ImportReport report={state.report} isPreview={state.isPreview} name={state.name} />
        )}
      </div>
      {state.step === 'previewed' && state.report.rejected.length > 0 && (
        <p className="offquad-notice">
          {state.report.rejected.length} of {state.report.read} rows will not be imported.
        </p>
      )}
      {state.step === 'previewed' && (
        <p className="admin-actions offquad-cluster">
          <Button type="primary" disabled={!hasChanges(state.report)} onClick={() => void run()}>
            {hasChanges(state.report) ? 'Import' : 'Nothing to import'}
          </Button>
          <Button onClick={cancel}>Cancel</Button>
        </p>
      )}
    </section>
  )
}

const hasChanges = ({ created, updated }: { created: number; updated: number }) => created + updated > 0

interface Progress {
  /** Of the file. */
  name: string
  report: FileReport
  /** A dry run. */
  isPreview: boolean
}

type ImportState =
  | { step: 'idle' }
  | ({ step: 'reading' | 'previewed' | 'importing' | 'imported' } & Progress)
  | ({ step: 'failed'; reason: string } & Progress)

/** Previews a file with a dry run, then imports it. */
function useImport(kind: Kind) {
  const client = useQueryClient()
  const [state, setState] = useState<ImportState>({ step: 'idle' })
  const [file, setFile] = useState<File>()

  async function send(chosen: File, isPreview: boolean): Promise<void> {
    const progress: Progress = { name: chosen.name, report: emptyReport(), isPreview }
    setState({ step: isPreview ? 'reading' : 'importing', ...progress })
    try {
      for await (const report of reportsOf(kind, chosen, isPreview)) {
        progress.report = report
        setState({ step: isPreview ? 'reading' : 'importing', ...progress })
      }
      setState({ step: isPreview ? 'previewed' : 'imported', ...progress })
    } catch (error) {
      const reason = `${chosen.name}: ${(error as Error).message}`
      setState({ step: 'failed', ...progress, reason: isPreview ? reason : `${reason} ${PARTLY_IMPORTED}` })
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

const PARTLY_IMPORTED =
  'The rows before that are imported. Import the same file again to continue; that is safe.'

async function* reportsOf(kind: Kind, file: File, dryRun: boolean): AsyncGenerator<FileReport> {
  const { importRows, readRows } = await loadRowFiles()
  yield* importRows(
    readRows(new Uint8Array(await file.arrayBuffer()), file.name, IMPORT_COLUMNS[kind]),
    async (rows) => (await api(ENDPOINTS[kind], { body: { rows, dryRun } })).results,
  )
}

const MAX_REMARKS = 100

interface ImportReportProps {
  report: FileReport
  name: string
  /** A dry run. */
  isPreview: boolean
}

/** The result of an import or a dry run: counts, and the rows that need attention. */
function ImportReport({ report, name, isPreview }: ImportReportProps) {
  const { read, created, updated, unchanged, rejected, notes, fileNotes } = report
  return (
    <section aria-label={`Report of ${name}`}>
      <h3>{isPreview ? `What importing ${name} would do` : `What importing ${name} did`}</h3>
      <dl className="offquad-figures offquad-cluster">
        {Object.entries({
          Read: read,
          Created: created,
          Updated: updated,
          Unchanged: unchanged,
          Rejected: rejected.length,
        }).map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {fileNotes.map((note) => (
        <p key={note} className="offquad-notice">
          {note}
        </p>
      ))}
      <Remarks title="Rejected" remarks={rejected} />
      <Remarks title="Imported with warnings" remarks={notes} />
    </section>
  )
}

function Remarks({ title, remarks }: { title: string; remarks: Remark[] }) {
  if (remarks.length === 0) return null
  return (
    <details open={remarks.length < 10}>
      <summary className="offquad-summary">
        {title} ({remarks.length})
      </summary>
      <ul className="admin-plain">
        {remarks.slice(0, MAX_REMARKS).map(({ line, text }) => (
          <li key={`${line} ${text}`}>
            Line {line}: {text}
          </li>
        ))}
      </ul>
      {remarks.length > MAX_REMARKS && <p>And {remarks.length - MAX_REMARKS} more.</p>}
    </details>
  )
}
