import { Choice } from '@offquad/ui'
import { useAddress } from '../../components/use-address'
import { ApartmentEditor } from './apartment-editor'
import { ApartmentList } from './apartment-list'
import { LandlordEditor } from './landlord-editor'
import { LandlordList } from './landlord-list'
import { Transfer } from './transfer'

const KINDS = [
  { value: 'apartments' as const, label: 'Apartments' },
  { value: 'landlords' as const, label: 'Landlords' },
]

/** Apartments and landlords: found, added, changed, imported and exported. What is open is part of the address. */
export function DataTab() {
  const { params, go } = useAddress()
  const kind = params.get('kind') === 'landlords' ? 'landlords' : 'apartments'
  const id = params.get('id')
  if (id)
    return kind === 'apartments' ? <ApartmentEditor key={id} id={id} /> : <LandlordEditor key={id} id={id} />
  return (
    <>
      <div className="admin-actions">
        <Choice
          label="Show"
          value={kind}
          options={KINDS}
          onChange={(next) => go({ kind: next, q: undefined, offset: undefined })}
        />
      </div>
      {kind === 'apartments' ? <ApartmentList /> : <LandlordList />}
      <Transfer key={kind} kind={kind} />
    </>
  )
}
