import '../features/home/home.css'
import { PageContainer } from '@offquad/ui'
import { paths, university, usePageTitle } from '@offquad/web-kit'
import { useNavigate } from 'react-router-dom'
import { Scene, SKYLINE } from '../components/scenes'
import { AreaLinks } from '../features/areas/areas'
import { ListingRow } from '../features/home/listing-row'
import { SearchBar } from '../features/search/search-bar'

export function HomePage() {
  usePageTitle('')
  const navigate = useNavigate()
  return (
    <>
      <section className="browse-hero">
        <div className="browse-hero-text">
          <h1>Discover Housing @ {university().name}</h1>
          <p>Find the most highly rated apartments, and take other students’ word for it.</p>
          <SearchBar onSearch={(search) => void navigate(paths.search(search))} />
        </div>
        <Scene drawing={SKYLINE} />
      </section>
      <PageContainer>
        <ListingRow title="Close to Central Campus" sortBy="distanceToCampus" isFirst />
        <ListingRow title="Most Reviewed" sortBy="numReviews" />
        <ListingRow title="Most Loved" sortBy="weightedRating" size="large" />
        <h2>Find your part of town</h2>
        <AreaLinks />
      </PageContainer>
    </>
  )
}
