import './move-buttons.css'
import { isolated } from '@offquad/contracts'
import { Button } from '@offquad/ui'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

type Direction = 'up' | 'down'

interface Movable {
  id: string
  name: string
}

/**
 * Moves the items of a list by one position; the pressed button keeps the focus when its item moves.
 * @param onMove receives the item's new index
 */
export function useMoves<Item extends Movable>(
  list: RefObject<HTMLElement | null>,
  items: readonly Item[],
  onMove: (item: Item, to: number) => void,
) {
  const [status, setStatus] = useState('')
  const pressed = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (pressed.current) list.current?.querySelector<HTMLElement>(`[data-move="${pressed.current}"]`)?.focus()
    pressed.current = undefined
  }, [list, items])

  function move(item: Item, direction: Direction): void {
    const from = items.findIndex(({ id }) => id === item.id)
    const to = from + (direction === 'up' ? -1 : 1)
    if (from < 0 || !items[to]) return
    pressed.current = `${item.id} ${direction}`
    setStatus(`${isolated(item.name)} is number ${to + 1} of ${items.length}.`)
    onMove(item, to)
  }
  return { status, move }
}

interface MoveButtonsProps<Item extends Movable> {
  item: Item
  index: number
  last: number
  onMove: (item: Item, direction: Direction) => void
}

export function MoveButtons<Item extends Movable>({ item, index, last, onMove }: MoveButtonsProps<Item>) {
  return (
    <span className="account-moves">
      {(['up', 'down'] as const).map((direction) => (
        <Button
          key={direction}
          aria-label={`Move ${isolated(item.name)} ${direction}`}
          // Not disabled, so that it keeps the focus.
          aria-disabled={index === (direction === 'up' ? 0 : last)}
          data-move={`${item.id} ${direction}`}
          onClick={() => onMove(item, direction)}
        >
          {direction === 'up' ? '↑' : '↓'}
        </Button>
      ))}
    </span>
  )
}
