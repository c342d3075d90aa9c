// A file of its own, so that it is loaded only for pages with a menu.
export { Dropdown } from 'antd'
