// Signs in through the API like any other client, then shows the page that was asked for.
const form = document.getElementById('sign-in');
const fault = document.getElementById('fault');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  fault.textContent = '';
  const { username, password } = Object.fromEntries(new FormData(form));
  try {
    const answer = await fetch(new URL('api/v1/auth/login', document.baseURI), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    if (answer.ok) location.reload();
    else fault.textContent = (await answer.json()).detail;
  } catch {
    fault.textContent = 'The console does not answer. Is it still running?';
  }
});
