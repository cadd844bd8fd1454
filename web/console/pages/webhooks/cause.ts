import { catalogue } from '../../texts/catalogue.js';

interface Attempt {
  readonly responseStatus: number | null;
  /** Why there was no answer. */
  readonly error: string | null;
}

interface Cause {
  readonly what: string;
  /** What somebody can do about it. */
  readonly advice: string;
}

/** Explains an attempt that was not accepted. */
export function causeOf({ responseStatus, error }: Attempt): Cause {
  if (responseStatus === null) return causes.errors[error ?? ''] ?? causes.noAnswer(error ?? '');
  return { what: causes.answered(responseStatus), advice: adviceFor(responseStatus) };
}

function adviceFor(status: number): string {
  const { advice } = causes;
  if (status >= 500) return advice.broken;
  if (status === 401 || status === 403) return advice.forbidden;
  if (status === 404 || status === 405) return advice.notFound;
  if (status === 410) return advice.gone;
  if (status === 413) return advice.tooLarge;
  if (status === 429) return advice.tooMany;
  if (status >= 300 && status < 400) return advice.redirect;
  return advice.refused;
}

const causes = catalogue({
  en: {
    answered: (status: number) => `The endpoint answered with status ${status}.`,
    noAnswer: (error: string): Cause => ({
      what: `There was no answer: ${error.replaceAll('_', ' ')}.`,
      advice: 'See whether your server runs and can be reached at this address.',
    }),
    errors: {
      timeout: {
        what: 'The endpoint did not answer in time.',
        advice: 'Store the event, answer at once, and work on it afterwards.',
      },
      private_address: {
        what: 'The address leads to a private network.',
        advice: 'Give an address on the public internet, or let its name lead to one.',
      },
      host_not_found: {
        what: 'The host of the address cannot be found.',
        advice: 'See whether the name is right, and in the DNS.',
      },
      connection_refused: {
        what: 'The host refuses the connection.',
        advice: 'See whether your server runs, and listens on this port.',
      },
      connection_lost: {
        what: 'The connection ended before an answer.',
        advice: 'See whether your server, or a proxy before it, broke off or was restarted.',
      },
      tls_failed: {
        what: 'The certificate of the host is not valid.',
        advice: 'See whether it has expired, is for this name, and comes with its chain.',
      },
    } as Readonly<Record<string, Cause>>,
    advice: {
      broken: 'Your server has failed: look into its log at this time.',
      forbidden:
        'Your server refuses the post. See whether it has the present secret, and whether a proxy asks for a sign-in.',
      notFound: 'Nothing takes a POST at this address: see whether it has changed.',
      gone: 'That means gone for good. If it is wrong, mend the server and switch the endpoint on again.',
      tooLarge: 'Your server, or a proxy before it, takes only smaller bodies.',
      tooMany: 'Your server takes fewer posts than there are events. Postrider slows down by itself.',
      redirect: 'Postrider does not follow redirects: give the address that this one leads to.',
      refused: 'Your server refuses what it gets: look into its log at this time.',
    },
  },
});
