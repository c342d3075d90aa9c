import { usePageTitle } from '@offquad/web-kit'
import { SignedInPage } from '../components/signed-in-page'
import { AlertList } from '../features/alerts/alert-list'
import { SavedSearches } from '../features/alerts/saved-searches'

export function AlertsPage() {
  usePageTitle('Alerts')
  return (
    <SignedInPage title="Alerts" invitation="Be told when a place that you are looking for turns up.">
      {() => (
        <>
          <h1>Alerts</h1>
          <div className="offquad-beside offquad-section">
            <div>
              <AlertList />
            </div>
            <SavedSearches />
          </div>
        </>
      )}
    </SignedInPage>
  )
}
