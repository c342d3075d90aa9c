import '../../components/admin.css'
import './data.css'
import { Button } from '@offquad/ui'
import { useId } from 'react'
import { ImportReport } from './import-report'
import { type Kind } from './kinds'
import { useImport } from './use-import'

/** A file is tried first, and what would happen is shown; then it is imported. */
export function ImportRows({ kind }: { kind: Kind }) {
  const id = useId()
  const { state, preview, run, cancel } = useImport(kind)
  const isBusy = state.step === 'reading' || state.step === 'importing'
  return (
    <section aria-labelledby="import">
      <h2 id="import">Import</h2>
      <p className="admin-soft">
        A JSON list or a CSV file of {kind}. Nothing is changed before you have seen what would happen.
      </p>
      <p className="admin-file">
        <label htmlFor={id}>File to import</label>
        <input
          id={id}
          type="file"
          accept=".json,.csv,application/json,text/csv"
          disabled={isBusy}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void preview(file)
            // The same file may be chosen again after it was mended.
            target.value = ''
          }}
        />
      </p>
      <div role="status">
        {isBusy && (
          <p>
            {state.step === 'reading' ? 'Trying' : 'Importing'} {state.name}: {state.report.read} rows so far
            …
          </p>
        )}
        {state.step === 'failed' && <p className="admin-warning">{state.reason}</p>}
        {(state.step === 'previewed' || state.step === 'imported' || state.step === 'failed') && (
          <ImportReport report={state.report} isPreview={state.isPreview} name={state.name} />
        )}
      </div>
      {state.step === 'previewed' && (
        <p className="admin-actions">
          <Button type="primary" disabled={!hasSomething(state.report)} onClick={() => void run()}>
            {hasSomething(state.report) ? 'Import' : 'Nothing to import'}
          </Button>
          <Button onClick={cancel}>Cancel</Button>
        </p>
      )}
    </section>
  )
}

const hasSomething = ({ created, updated }: { created: number; updated: number }) => created + updated > 0
