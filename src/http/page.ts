/** What every page of ours is wrapped in. Nothing in it comes from people. */
export const page = (title: string, head: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}</head>
<body>
${body}</body>
</html>
`;
