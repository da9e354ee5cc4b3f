"""Where the addresses of a site's pages come from: sitemaps, llms.txt, the site's navigation and the links of pages."""
