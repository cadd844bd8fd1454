import { type ReactNode, useId } from 'react';

/** A numbered part of the page. */
export function Step({
  number,
  title,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="card send-step" aria-labelledby={id}>
      <h2 id={id}>
        <span className="step-number">{number}</span> {title}
      </h2>
      {children}
    </section>
  );
}
