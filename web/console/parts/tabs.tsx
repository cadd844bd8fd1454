import { Link, useLocation } from 'wouter';
import { useAddress } from './use-address.js';

interface TabsProps {
  readonly label: string;
  /** The parameter of the address that names the view. */
  readonly parameter: string;
  /** The first view has the address without the parameter. */
  readonly tabs: readonly (readonly [value: string, name: string])[];
}

/**
 * Views of one page. Each has an address of its own, so they are links. Filters of one view mean nothing in another.
 */
export function Tabs({ label, parameter, tabs }: TabsProps) {
  const [path] = useLocation();
  const { parameters } = useAddress();
  const current = parameters.get(parameter) ?? tabs[0]?.[0];
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(([value, name], index) => (
        <Link
          key={value}
          href={index === 0 ? path : `${path}?${parameter}=${value}`}
          aria-current={value === current ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
