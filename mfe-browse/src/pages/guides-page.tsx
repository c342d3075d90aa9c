import '../features/areas/areas.css'
import { getGuides } from '@offquad/contracts'
import { ListSkeleton, PageContainer, StateMessage } from '@offquad/ui'
import { QueryContent, useApi, usePageTitle } from '@offquad/web-kit'
import { DESK, Scene } from '../components/scenes'
import { GuideList } from '../features/guides/guide-list'

export function GuidesPage() {
  usePageTitle('Guides')
  const query = useApi(getGuides)
  return (
    <PageContainer>
      <header className="browse-area-head">
        <div className="offquad-frame">
          <Scene drawing={DESK} />
        </div>
        <h1>Guides</h1>
        <p className="offquad-soft">
          What to know before you sign, while you live there and when you move out.
        </p>
      </header>
      <QueryContent
        query={query}
        failure="The guides cannot be loaded right now."
        fallback={<ListSkeleton items={3} />}
      >
        {(guides) =>
          guides.length === 0 ? (
            <StateMessage title="There are no guides yet." />
          ) : (
            <GuideList guides={guides} />
          )
        }
      </QueryContent>
    </PageContainer>
  )
}
