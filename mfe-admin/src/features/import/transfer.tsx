import '../../components/admin.css'
import './import.css'
import {
  dayIn,
  exportApartments,
  exportLandlords,
  IMPORT_COLUMNS,
  importApartments,
  importLandlords,
} from '@offquad/contracts'
// Not from the package's root, whose file readers are loaded only for a file.
import { emptyReport, type FileReport, type Remark } from '@offquad/row-files/report'
import { Button, showToast } from '@offquad/ui'
import { api, university } from '@offquad/web-kit'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { Figures } from '../../components/figures'
import { useUnsavedWarning } from '../../components/use-unsaved-warning'

const EXPORTS = { apartments: exportApartments, landlords: exportLandlords }
const IMPORTS = { apartments: importApartments, landlords: importLandlords }
type Kind = keyof typeof IMPORTS

/**
 * The readers and writers of files, loaded on first use.
 * @throws Error that tells the administrator what to do, instead of naming a script
 */
const loadRowFiles = () =>
  import('@offquad/row-files').catch(() => {
    throw new Error('A part of this page could not be loaded. Check your connection and try again.')
  })

type Format = 'csv' | 'json'

/** Downloads all apartments or landlords as a file that can be imported again. */
export function ExportSection({ kind }: { kind: Kind }) {
  const { mutate, isPending } = useMutation({
    mutationFn: (format: Format) => exportAs(kind, format),
    onError: (error) => showToast('error', error.message),
  })
  return (
    <section aria-labelledby="export">
      <h2 id="export">Export</h2>
      <p className="offquad-soft">All current {kind}. Importing the file again changes nothing.</p>
      <p className="admin-actions offquad-cluster">
        {(['csv', 'json'] as const).map((format) => (
          <Button key={format} disabled={isPending} onClick={() => mutate(format)}>
            Export {format.toUpperCase()}
          </Button>
        ))}
      </p>
    </section>
  )
}

async function exportAs(kind: Kind, format: Format): Promise<void> {
  const rows: object[] = await api<(typeof EXPORTS)[Kind]>(EXPORTS[kind])
  const { csvOf, jsonOf } = await loadRowFiles()
  const [text, type] = format === 'csv' ? [csvOf(rows), 'text/csv'] : [jsonOf(rows), 'application/json']
  download(new Blob([text], { type }), `${kind}-${dayIn(new Date(), university().timeZone)}.${format}`)
}

function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

/** Imports a file after a dry run that shows what would change. */
export function ImportSection({ kind }: { kind: Kind }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const status = useRef<HTMLDivElement>(null)
  const { state, run, cancel } = useImport(kind)

  // Moves the focus, because the pressed button disappears.
  function go(file: File, isPreview: boolean): void {
    status.current?.focus()
    void run(file, isPreview)
  }

  return (
    <section aria-labelledby="import">
      <h2 id="import">Import</h2>
      <p className="offquad-soft">
        A JSON array or a CSV file of {kind}, separated by commas, semicolons or tabs. You see what would
        change before anything is imported.
      </p>
      <p className="admin-file offquad-field">
        <label htmlFor={id}>File to import</label>
        <input
          ref={field}
          id={id}
          type="file"
          accept=".json,.csv,.tsv,.txt,application/json,text/csv"
          disabled={state?.isRunning === true}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void run(file, true)
            // Allows selecting the same file again after it was corrected.
            target.value = ''
          }}
        />
      </p>
      <div ref={status} role="status" tabIndex={-1}>
        {state?.isRunning && (
          <p>
            {state.isPreview ? 'Checking' : 'Importing'} {state.file.name}: {state.report.read} rows so far …
          </p>
        )}
        {state?.failure && <p className="offquad-notice">{state.failure}</p>}
        {state && !state.isRunning && (!state.failure || state.report.read > 0) && (
          <ImportReport {...state} />
        )}
      </div>
      {state?.isPreview && !state.isRunning && !state.failure && (
        <>
          {state.report.rejected.length > 0 && (
            <p className="offquad-notice">
              {state.report.rejected.length} of {state.report.read} rows will not be imported.
            </p>
          )}
          <p className="admin-actions offquad-cluster">
            <Button type="primary" disabled={!hasChanges(state.report)} onClick={() => go(state.file, false)}>
              {hasChanges(state.report) ? 'Import' : 'Nothing to import'}
            </Button>
            <Button
              onClick={() => {
                field.current?.focus()
                cancel()
              }}
            >
              Cancel
            </Button>
          </p>
        </>
      )}
      {state?.failure && (
        <p className="admin-actions offquad-cluster">
          <Button onClick={() => go(state.file, state.isPreview)}>Try again</Button>
        </p>
      )}
    </section>
  )
}

const hasChanges = ({ created, updated }: { created: number; updated: number }) => created + updated > 0

interface ImportState {
  file: File
  report: FileReport
  /** A dry run. */
  isPreview: boolean
  isRunning: boolean
  failure: string | undefined
}

/** Previews a file with a dry run, then imports it. An import goes on, and its report stays, while another tab is open. */
function useImport(kind: Kind) {
  const client = useQueryClient()
  const queryKey = ['import', kind]
  const { data: state } = useQuery<ImportState | null>({
    queryKey,
    queryFn: skipToken,
    structuralSharing: false,
  })
  const setState = (next: ImportState | null) => client.setQueryData<ImportState | null>(queryKey, next)
  useUnsavedWarning(state?.isRunning === true && !state.isPreview)

  async function run(file: File, isPreview: boolean): Promise<void> {
    let report = emptyReport()
    const show = (isRunning: boolean, failure?: string) =>
      setState({ file, report, isPreview, isRunning, failure })
    show(true)
    try {
      for await (report of reportsOf(kind, file, isPreview)) show(true)
      show(false)
    } catch (error) {
      const reason = `${file.name}: ${(error as Error).message}`
      show(false, isPreview ? reason : `${reason} ${knownOf(report)}`)
    }
    if (!isPreview) await client.invalidateQueries()
  }

  return { state, run, cancel: () => setState(null) }
}

/** Later rows may be imported, too, if only their reply was lost. */
const knownOf = ({ read, rejected }: FileReport): string =>
  `Rows that are imported: ${read - rejected.length}. The next ones may be, too; trying again is safe.`

async function* reportsOf(kind: Kind, file: File, dryRun: boolean): AsyncGenerator<FileReport> {
  const { importRows, readRows } = await loadRowFiles()
  yield* importRows(
    readRows(new Uint8Array(await file.arrayBuffer()), file.name, IMPORT_COLUMNS[kind]),
    async (rows) => (await api(IMPORTS[kind], { body: { rows, dryRun } })).results,
  )
}

/** The result of an import or a dry run: counts, and the rows that need attention. */
function ImportReport({ file: { name }, report, isPreview }: ImportState) {
  const { read, created, updated, unchanged, rejected, notes, fileNotes } = report
  return (
    <section aria-label={`Report of ${name}`}>
      <h3>{isPreview ? `What importing ${name} would do` : `What importing ${name} did`}</h3>
      <Figures
        figures={[
          ['Read', read],
          ['Created', created],
          ['Updated', updated],
          ['Unchanged', unchanged],
          ['Rejected', rejected.length],
        ]}
      />
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

const MAX_REMARKS = 100

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
