import '../../components/admin.css'
import { dayIn, exportApartments, exportLandlords } from '@offquad/contracts'
import { Button, showToast } from '@offquad/ui'
import { api, university } from '@offquad/web-kit'
import { useMutation } from '@tanstack/react-query'
import { loadRowFiles } from './load-row-files'

const ENDPOINTS = {
  apartments: exportApartments,
  landlords: exportLandlords,
}
type Kind = keyof typeof ENDPOINTS
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
  const rows: object[] = await api<(typeof ENDPOINTS)[Kind]>(ENDPOINTS[kind])
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
