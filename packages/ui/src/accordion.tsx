import { Collapse } from 'antd'
import { type ReactNode } from 'react'

interface AccordionProps {
  /** `id` is the fragment of the address that leads to it. */
  items: { id: string; title: string; content: ReactNode }[]
  /** The one that is open at first. */
  openId?: string
}

/** Titles that open to show their content, each by itself. */
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
