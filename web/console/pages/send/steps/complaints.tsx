import { useEffect, useRef } from 'react';

interface ComplaintsProps {
  readonly title: string;
  readonly messages: readonly string[];
}

/** Why the page does not go on. It takes the focus, because its cause may be far up the page. */
export function Complaints({ title, messages }: ComplaintsProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} className="note failed" role="alert" tabIndex={-1}>
      <p>
        <strong>{title}</strong>
      </p>
      {messages.length > 0 && (
        <ul>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
