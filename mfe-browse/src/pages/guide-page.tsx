import { getGuide } from '@offquad/contracts'
import { PageContainer, PageSkeleton, StateMessage } from '@offquad/ui'
import { isNotFound, paths, QueryContent, useApi, usePageTitle } from '@offquad/web-kit'
import { Link, useParams } from 'react-router-dom'
import { ShareButton } from '../components/share-button'
import { GuideArticle } from '../features/guides/guide-article'
import { GuideRow } from '../features/guides/guide-list'

export function GuidePage() {
  const { slug = '' } = useParams()
  const query = useApi(getGuide, { params: { slug } })
  usePageTitle(query.data?.title ?? 'Guides')
  const allGuides = <Link to={paths.guides()}>All guides</Link>
  return (
    <PageContainer>
      {isNotFound(query.error) ? (
        <StateMessage
          heading="h1"
          title="This guide cannot be found."
          detail="Its address may be mistyped, or it is being rewritten."
          action={allGuides}
        />
      ) : (
        <QueryContent
          query={query}
          failure="This guide cannot be loaded right now."
          fallback={<PageSkeleton shape="text" />}
        >
          {(guide) => (
            <>
              <nav aria-label="Breadcrumb">{allGuides}</nav>
              <GuideArticle guide={guide} />
              <div className="offquad-section">
                <ShareButton title={guide.title} />
              </div>
              <GuideRow title="Read next" after={slug} />
            </>
          )}
        </QueryContent>
      )}
    </PageContainer>
  )
}
