import { type MenuProps as AntMenuProps } from 'antd'
import { lazy, type ReactElement, Suspense } from 'react'

interface MenuProps {
  items: AntMenuProps['items']
  /** The button that opens the menu. */
  children: ReactElement
}

const Dropdown = lazy(async () => ({ default: (await import('./dropdown')).Dropdown }))

/** A dropdown menu; until its code has loaded, only the button is shown. */
export function Menu({ items, children }: MenuProps) {
  return (
    <Suspense fallback={children}>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        {children}
      </Dropdown>
    </Suspense>
  )
}
