import { PageContainer } from '@offquad/ui'
import { usePageTitle } from '@offquad/web-kit'
import { AreaLinks } from '../features/home/area-links'
import { Hero } from '../features/home/hero'
import { ListingRow } from '../features/listings/listing-row'

export function HomePage() {
  usePageTitle('')
  return (
    <>
      <Hero />
      <PageContainer>
        <AreaLinks />
        <ListingRow title="Close to Central Campus" sortBy="distanceToCampus" isFirst />
        <ListingRow title="Most Reviewed" sortBy="numReviews" />
        <ListingRow title="Most Loved" sortBy="avgRating" size="large" />
      </PageContainer>
    </>
  )
}
