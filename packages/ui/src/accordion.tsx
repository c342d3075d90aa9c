import { Collapse } from 'antd'
import { type ReactNode } from 'react'

/** Titles that open to show their content, each by itself. */
export function Accordion({ items }: { items: { title: string; content: ReactNode }[] }) {
  return (
    <Collapse
      bordered={false}
      expandIconPlacement="end"
      style={{ background: 'transparent' }}
      items={items.map(({ title, content }) => ({
        key: title,
        label: <strong>{title}</strong>,
        children: content,
      }))}
    />
  )
}
