import { type MenuProps as AntMenuProps } from 'antd'
import { lazy, type ReactElement, Suspense } from 'react'

interface MenuProps {
  items: AntMenuProps['items']
  /** The button that opens it. */
  children: ReactElement
}

const Dropdown = lazy(async () => ({ default: (await import('./dropdown')).Dropdown }))

/** Choices behind a button; until they are loaded the button stands there alone. */
export function Menu({ items, children }: MenuProps) {
  return (
    <Suspense fallback={children}>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        {children}
      </Dropdown>
    </Suspense>
  )
}
