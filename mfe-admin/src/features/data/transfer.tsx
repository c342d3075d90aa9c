import './data.css'
import { ExportRows } from './export-rows'
import { ImportRows } from './import-rows'
import { type Kind } from './kinds'

/** All of them as a file, out and in. */
export function Transfer({ kind }: { kind: Kind }) {
  return (
    <div className="admin-transfer">
      <ExportRows kind={kind} />
      <ImportRows kind={kind} />
    </div>
  )
}
