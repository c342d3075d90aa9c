import '../../components/admin.css'
import { type FileReport, type Remark } from '@offquad/row-files'

const MOST_REMARKS = 100

interface ImportReportProps {
  report: FileReport
  name: string
  /** It was only tried. */
  isPreview: boolean
}

/** What becomes of a file: counts, and the rows somebody should look at. */
export function ImportReport({ report, name, isPreview }: ImportReportProps) {
  const { read, created, updated, unchanged, rejected, notes } = report
  return (
    <section aria-label={`Report of ${name}`}>
      <h3>{isPreview ? `What importing ${name} would do` : `What importing ${name} did`}</h3>
      <dl className="admin-figures">
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
      <Remarks title="Rejected" remarks={rejected} />
      <Remarks title="Kept, but to be looked at" remarks={notes} />
    </section>
  )
}

function Remarks({ title, remarks }: { title: string; remarks: Remark[] }) {
  if (remarks.length === 0) return null
  return (
    <details open={remarks.length < 10}>
      <summary>
        {title} ({remarks.length})
      </summary>
      <ul className="admin-plain">
        {remarks.slice(0, MOST_REMARKS).map(({ line, text }) => (
          <li key={`${line} ${text}`}>
            Line {line}: {text}
          </li>
        ))}
      </ul>
      {remarks.length > MOST_REMARKS && <p>And {remarks.length - MOST_REMARKS} more.</p>}
    </details>
  )
}
