import '../../components/admin.css'
import { dayIn, dayText, type GuideState, listGuides } from '@offquad/contracts'
import { TableHead } from '@offquad/ui'
import { queryFailure, university, useApi } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { Section } from '../../components/section'
import { useDecidedIds } from '../../components/undoable-decisions'
import { useUrlParams } from '../../components/use-url-params'
import { GuideEditor } from './guide-editor'

export const STATE_NAMES: Record<GuideState, string> = { draft: 'Draft', published: 'Published' }

/** The guides; the URL parameter `id` has the open one, or 'new'. */
export function GuidesTab() {
  const { params } = useUrlParams()
  const id = params.get('id')
  return id ? <GuideEditor key={id} id={id} /> : <GuideTable />
}

function GuideTable() {
  const query = useApi(listGuides)
  const decided = useDecidedIds()
  const { hrefWith } = useUrlParams()
  const guides = query.data?.filter(({ id }) => !decided.has(id))
  return (
    <Section
      title="Guides"
      count={guides?.length}
      failure={queryFailure(query)}
      empty="No one has written a guide yet."
      controls={
        <p className="admin-actions">
          <Link className="offquad-outline-button" to={hrefWith({ id: 'new' })}>
            Write a guide
          </Link>
        </p>
      }
    >
      {guides && guides.length > 0 && (
        <table className="offquad-table">
          <TableHead columns={['Title', 'State', 'Changed']} />
          <tbody>
            {guides.map(({ id, title, state, updatedAt }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to={hrefWith({ id })} dir="auto">
                    {title}
                  </Link>
                </th>
                <td>{STATE_NAMES[state]}</td>
                <td style={{ paddingRight: 0, whiteSpace: 'nowrap' }}>
                  <time dateTime={updatedAt}>
                    {dayText(dayIn(new Date(updatedAt), university().timeZone))}
                  </time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
