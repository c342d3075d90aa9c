import { Choice } from '@offquad/ui'
import { useAddress } from '../../components/use-address'
import { ApartmentEditor } from './apartment-editor'
import { ApartmentList } from './apartment-list'
import { LandlordEditor } from './landlord-editor'
import { LandlordList } from './landlord-list'
import { MissingPictures } from './missing-pictures'
import { PlaceApartment } from './place-apartment'
import { Transfer } from './transfer'
import { UnplacedList } from './unplaced-list'

const KINDS = [
  { value: 'apartments' as const, label: 'Apartments' },
  { value: 'landlords' as const, label: 'Landlords' },
  { value: 'unplaced' as const, label: 'Not on the map' },
  { value: 'pictures' as const, label: 'Missing pictures' },
]

/** Apartments and landlords: found, added, changed, placed, imported and exported. What is open is part of the address. */
export function DataTab() {
  const { params, go } = useAddress()
  const kind = KINDS.find(({ value }) => value === params.get('kind'))?.value ?? 'apartments'
  const id = params.get('id')
  if (id && kind === 'apartments') return <ApartmentEditor key={id} id={id} />
  if (id && kind === 'landlords') return <LandlordEditor key={id} id={id} />
  if (id) return <PlaceApartment key={id} id={id} />
  return (
    <>
      <div className="admin-actions">
        <Choice
          label="Show"
          value={kind}
          options={KINDS}
          onChange={(next) => go({ kind: next, q: undefined, offset: undefined, cursor: undefined })}
        />
      </div>
      {kind === 'apartments' && <ApartmentList />}
      {kind === 'landlords' && <LandlordList />}
      {kind === 'unplaced' && <UnplacedList />}
      {kind === 'pictures' && <MissingPictures />}
      {(kind === 'apartments' || kind === 'landlords') && <Transfer key={kind} kind={kind} />}
    </>
  )
}
