import { Dropdown as AntDropdown, type DropDownProps } from 'antd'
import { AntdTheme } from './antd-theme'

export const Dropdown = (props: DropDownProps) => (
  <AntdTheme>
    <AntDropdown {...props} />
  </AntdTheme>
)
