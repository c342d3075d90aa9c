import '../features/home/home.css'
import { PageContainer } from '@offquad/ui'
import { paths, usePageTitle } from '@offquad/web-kit'
import { useNavigate } from 'react-router-dom'
import { AreaLinks } from '../features/areas/area-links'
import { Hero } from '../features/home/hero'
import { ListingRow } from '../features/home/listing-row'
import { SearchBar } from '../features/search/search-bar'

export function HomePage() {
  usePageTitle('')
  const navigate = useNavigate()
  return (
    <>
      <Hero>
        <SearchBar onSearch={(search) => void navigate(paths.search(search))} />
      </Hero>
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
