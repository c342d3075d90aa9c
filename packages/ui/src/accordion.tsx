import { Collapse } from 'antd'
import { type ReactNode } from 'react'

interface AccordionProps {
  /** `id` is the URL fragment that links to the item. */
  items: { id: string; title: string; content: ReactNode }[]
  /** The item that is open initially. */
  openId?: string
}

/** A list of titles that expand independently. */
export function Accordion({ items, openId }: AccordionProps) {
  return (
    <Collapse
      bordered={false}
      expandIconPlacement="end"
      style={{ background: 'transparent' }}
      defaultActiveKey={openId}
      items={items.map(({ id, title, content }) => ({
        key: id,
        label: <strong id={id}>{title}</strong>,
        children: content,
      }))}
    />
  )
}
