import '../features/areas/areas.css'
import '../features/home/home.css'
import { PageContainer } from '@offquad/ui'
import { paths, university, usePageTitle } from '@offquad/web-kit'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { Scene, SKYLINE } from '../components/scenes'
import { AreaLinks } from '../features/areas/areas'
import { GuideRow } from '../features/guides/guide-list'
import { FeaturedReview, Figures, Quotes } from '../features/home/hero'
import { ListingRow } from '../features/home/listing-row'
import { RecentRow } from '../features/home/recent-row'
import { ExampleSearches } from '../features/search/example-searches'
import { SearchBar } from '../features/search/search-bar'

export function HomePage() {
  usePageTitle('')
  const navigate = useNavigate()
  const afterRows = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <section className="browse-hero">
        <div className="browse-hero-inner offquad-page">
          <div>
            <h1>Discover Housing @ {university().name}</h1>
            <p>Find the most highly rated apartments, and take other students’ word for it.</p>
            <SearchBar onSearch={(search) => void navigate(paths.search(search))} />
            <div className="offquad-beyond-phones">
              <ExampleSearches />
            </div>
            <Figures />
          </div>
          <FeaturedReview />
        </div>
        <Scene drawing={SKYLINE} />
      </section>
      <PageContainer>
        <ListingRow title="Most Loved" sortBy="weightedRating" size="large" isFirst />
        <ListingRow title="Most Reviewed" sortBy="numReviews" />
        <Quotes />
        {/* It appears once the page is hydrated: below what the first screen shows, nothing moves. */}
        <RecentRow onCleared={() => afterRows.current?.focus({ preventScroll: true })} />
        <h2 ref={afterRows} tabIndex={-1}>
          Find your part of town
        </h2>
        <AreaLinks hasCounts />
        <ListingRow title="Close to Central Campus" sortBy="distanceToCampus" />
        <GuideRow title="Before you sign" />
      </PageContainer>
    </>
  )
}
