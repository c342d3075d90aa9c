import { Select as AntSelect, type SelectProps } from 'antd'
import { AntdTheme } from './antd-theme'

export const Select = (props: SelectProps) => (
  <AntdTheme>
    <AntSelect {...props} />
  </AntdTheme>
)
