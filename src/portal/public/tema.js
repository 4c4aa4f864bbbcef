// The theme before the first paint, so that nothing flashes: the one chosen in the portal, else the system's, also when that
// changes. A file that the page waits for, because the CSP allows no inline script and modules come after the first paint.
{
  const system = matchMedia('(prefers-color-scheme: dark)');
  const mark = () => {
    const chosen = localStorage.getItem('RaStore.theme')?.replaceAll('"', '');
    const theme = chosen === 'light' || chosen === 'dark' ? chosen : system.matches ? 'dark' : 'light';
    document.documentElement.dataset.tema = theme;
    document.documentElement.style.colorScheme = theme;
  };
  mark();
  system.addEventListener('change', mark);
}
