import { Button } from '@offquad/ui'
import {
  requestOverrides,
  overrideProblems,
  remoteOverrides,
  resetOverrides,
  useUser,
} from '@offquad/web-kit'
import { useEffect } from 'react'

/** Shows which parts of the page come from the developer's machine. */
export function OverrideBanner() {
  const role = useUser()?.role
  useEffect(() => {
    if (role === 'developer') void requestOverrides()
  }, [role])
  const overrides = Object.entries(remoteOverrides())
  const problems = overrideProblems()
  if (overrides.length === 0) return null
  return (
    <div role="status" className="shell-override offquad-cluster">
      {overrides.map(([name, manifestUrl]) => (
        <span key={name}>
          <strong>{name}</strong> comes from {new URL(manifestUrl).origin}
          {problems[name] && ` with the pages of the live version, if any: ${problems[name]}`}
        </span>
      ))}
      <Button size="small" onClick={resetOverrides}>
        Reset
      </Button>
    </div>
  )
}
