import '../features/import/import.css'
import { Choice } from '@offquad/ui'
import { useUrlParams } from '../components/use-url-params'
import { ApartmentEditor } from '../features/catalog/apartment-editor'
import { ApartmentList, LandlordList } from '../features/catalog/catalog-lists'
import { LandlordEditor } from '../features/catalog/landlord-editor'
import { MissingPhotos } from '../features/catalog/missing-photos'
import { PlaceApartment, UnplacedApartments } from '../features/catalog/unplaced-apartments'
import { ExportSection, ImportSection } from '../features/import/transfer'

const VIEWS = [
  { value: 'apartments' as const, label: 'Apartments' },
  { value: 'landlords' as const, label: 'Landlords' },
  { value: 'unplaced' as const, label: 'Not on the map' },
  { value: 'pictures' as const, label: 'Missing pictures' },
]

/** Apartments and landlords: lists and forms, selected by the URL parameters `kind` and `id`, import and export. */
export function DataTab() {
  const { params, setParams } = useUrlParams()
  const view = VIEWS.find(({ value }) => value === params.get('kind'))?.value ?? 'apartments'
  const id = params.get('id')
  if (id && view === 'apartments') return <ApartmentEditor key={`${id} ${params.get('from')}`} id={id} />
  if (id && view === 'landlords') return <LandlordEditor key={id} id={id} />
  if (id) return <PlaceApartment key={id} id={id} />
  return (
    <>
      <div style={{ marginBottom: 24 }}>
        <Choice
          label="Show"
          value={view}
          options={VIEWS}
          onChange={(next) => setParams({ kind: next, q: undefined, offset: undefined, cursor: undefined })}
        />
      </div>
      {view === 'apartments' && <ApartmentList />}
      {view === 'landlords' && <LandlordList />}
      {view === 'unplaced' && <UnplacedApartments />}
      {view === 'pictures' && <MissingPhotos />}
      {(view === 'apartments' || view === 'landlords') && (
        <div key={view} className="admin-transfer admin-columns">
          <ExportSection kind={view} />
          <ImportSection kind={view} />
        </div>
      )}
    </>
  )
}
