"""First names, countries and cities that mean nothing else in English."""

from __future__ import annotations

FIRST_NAMES = frozenset(
    """
    Aaron Abdul Abigail Adam Adrian Agnes Ahmed Aisha Akira Alan Alastair Albert Alberto Alejandro Aleksandr Alessandro
    Alexander Alexandra Alexandre Alexei Alexey Alfonso Alfred Alicia Alison Allison Alyssa Amanda Amelia Amit Anders
    Andre Andrea Andreas Andreea Andrei Andrew Andrey Angela Anil Anita Anja Anna Anne Annette Annie Anthony Antoine
    Anton Antonio Anya Archana Ariel Arjun Armando Armin Arnaud Arnold Arthur Arun Arvind Ashish Ashley Astrid Audrey
    Augustin Aurelien Barbara Barry Bartosz Bastian Beatrice Benedikt Benjamin Benoit Bernadette Bernard Bernd Bernhard
    Bertrand Bharat Bhavana Birgit Bjarne Bjorn Bogdan Boris Brandon Brenda Brendan Brent Bridget Brigitte Bruno Bryan
    Caitlin Callum Cameron Camille Carlo Carlos Carmen Caroline Catherine Cecilia Cedric Chandra
    Charles Chloe Christa Christelle Christina Christine Christophe Christopher Claire Clara Clarence Claudia Clement
    Clifford Colette Colin Connor Constantin Cornelia Craig Cristian Cristina Curtis Cynthia Dagmar Damian Damien Daniel
    Daniela Daniele Danielle Danilo Danny Darius Darren David Davide Deborah Deepak Deepika Denis Dennis Derek Dermot
    Devon Diana Diego Dieter Dietrich Dimitri Dinesh Dmitri Dmitriy Dmitry Dominic Dominik Dominique Donald Donna
    Dorothy Douglas Duncan Dustin Dwight Dylan Edgar Edith Edmund Eduard Eduardo Edward Edwin Eileen Ekaterina Elaine
    Eleanor Elena Eleni Elijah Elisabeth Elizabeth Ellen Elliot Elliott Emil Emilia Emilie Emilio Emily Emma Emmanuel
    Enrico Enrique Eric Erica Erich Erik Erika Ernest Ernst Esteban Esther Ethan Etienne Eugene Eugenio Eva Evan Evelyn
    Evgeny Ezra Fabian Fabien Fabio Fabrice Fatima Federico Felicity Felipe Felix Fernando Filip Filippo Fiona Florian
    Francesca Francesco Francis Francisco Franck Francois Frederic Frederick Friedrich Gabriel Gabriela Gabriele Gareth
    Gary Gavin Geoff Geoffrey George Georges Georgios Gerald Gerard Gerhard Giacomo Gianluca Gilbert Giles Gillian
    Giorgio Giovanni Giulia Giuseppe Gonzalo Gordon Graham Greg Gregory Greta Guido Guillaume Guillermo Gunnar Gunther
    Gustav Gustavo Hannah Hans Harald Haruki Harold Harriet Harry Hassan Heather Hector Heidi Heinrich Helen Helena
    Helene Helga Helmut Hendrik Henri Henrik Henry Herbert Hermann Hilary Hiroshi Holger Howard Hubert Hugh Ian
    Ibrahim Ignacio Igor Ingrid Irene Irina Isaac Isabel Isabella Isabelle Ivan Ivana Jacek Jackie Jacob Jacqueline
    Jacques Jakob Jakub James Jamie Janet Janice Janine Jared Jaroslav Jason Javier Jeff Jeffrey Jelena Jennifer Jenny
    Jens Jeremy Jerome Jerry Jesse Jessica Jiang Jill Jim Jimmy Joachim Joan Joanna Joanne Joaquin Jochen Joe Joel Joey
    Johan Johann Johanna Johannes John Johnny Jon Jonas Jonathan Jorge Jose Josef Joseph Josephine Joshua Josh Juan
    Judith Juergen Julian Juliana Julie Julien Juliet Juliette Julius Juraj Jurgen Justin Kamil Karen Karin Karl
    Karolina Katarina Katarzyna Kate Katharina Katherine Kathleen Kathryn Kathy Katie Katrin Katrina Keith Kelly Kelsey
    Kenji Kenneth Kerstin Kevin Kimberly Kiran Klaus Konrad Konstantin Kristen Kristian Kristin Kristina Krzysztof
    Krishna Kurt Kyle Lachlan Larry Lars Laszlo Laura Lauren Laurence Laurent Lawrence Leah Leif Leila Lena Leonard
    Leonardo Leonid Leslie Lewis Liam Linda Lindsay Lindsey Linus Lisa Lorenzo Louis Louise Luca Lucas Lucia Lucie
    Luciano Lucy Ludwig Luigi Luis Lukas Lukasz Luke Lydia Lynn Maciej Magda Magdalena Magnus Mahesh Malcolm Manfred
    Manish Manoj Manuel Marc Marcel Marcello Marcelo Marcin Marco Marcos Marcus Marek Margaret Margarita Maria Mariana
    Marianne Marie Marijn Mario Marion Marius Marjorie Markus Marta Martha Martin Martina Marvin Mary Masahiro Massimo
    Mateusz Mathias Mathieu Mathilde Matt Matteo Matthew Matthias Matthieu Maureen Maurice Mauricio Maxime
    Maximilian Megan Mehdi Meike Melanie Melissa Meredith Micah Michael Michaela Michal Michel Michele Michelle Miguel
    Mikael Mikhail Milan Milena Miranda Miriam Mitchell Mohamed Mohammad Mohammed Mohit Moira Monica Monika Morgan
    Moritz Muhammad Mustafa Myriam Nadia Nadine Naomi Natalia Natalie Natasha Nathan Nathaniel Neal Neil Nelson Niall
    Nicholas Nick Nicola Nicolas Nicole Niels Niklas Nikita Nikhil Nikola Nikolai Nikolaus Nikolay Nina Nirmal Noah
    Noemi Nora Norbert Norman Oleg Olga Oliver Olivia Olivier Omar Orlando Oskar Otto Pablo Pamela Paolo Pascal Patricia
    Patricio Patrick Patrik Patrycja Paul Paula Paulo Pavel Pawel Pedro Peggy Penelope Peter Petr Petra Philip Philipp
    Philippe Phillip Phoebe Pierre Piotr Prakash Pranav Pratik Priya Przemyslaw Rachel Rafael Rahul Rainer Rajesh
    Ralf Ralph Ramon Ramona Randall Raphael Raquel Rashid Raul Ravi Raymond Rebecca Reinhard Renata Renate Renaud Rene
    Ricardo Richard Rick Robert Roberto Robin Rodney Rodrigo Roger Rohan Rohit Roland Rolf Romain Ronald Rosalind
    Rosemary Rowan Roxanne Rudolf Rupert Russell Ryan Sabine Sabrina Sachin Salvador Samantha Samir Samuel Sandeep
    Sandra Sanjay Santosh Sara Sarah Sascha Satoshi Saul Scott Sean Sebastian Sebastien Sergei Sergey Sergio Seth Shane
    Shannon Sharon Shaun Shawn Sheila Shelley Sheryl Shirley Siddharth Sigrid Silvia Simon Simona Simone Sonia Sophia
    Sophie Stacey Stanislav Stanley Stefan Stefania Stefano Steffen Stephan Stephane Stephanie Stephen Steve Steven
    Stewart Stuart Sudhir Suresh Susan Susanna Susanne Suzanne Svetlana Sven Sylvain Sylvia Sylvie Tadeusz Takashi
    Takeshi Tamara Tanya Tatiana Terence Teresa Terrence Terry Thaddeus Theodor Theodore Theresa Thibault Thierry Thomas
    Thorsten Tiago Tim Timothy Tobias Tomas Tomasz Tommaso Toni Tony Torsten Tracy Tristan Tyler Ulrich Ulrike Umberto
    Ursula Uwe Valentin Valentina Valeria Valerie Vanessa Varun Vasily Vera Veronica Viktor Viktoria Vijay Vikram
    Vincent Vincenzo Vinod Virginie Vitaly Vittorio Vivek Vivian Vladimir Volker Walter Warren Wayne Wendy Werner
    Wesley Wilfred Wilhelm William Winston Wojciech Wolfgang Xavier Yann Yannick Yasmin Yoshi Youssef Yukihiro Yuri
    Yusuf Yves Yvette Yvonne Zachary Zbigniew Zoltan
    """.split()  # noqa: SIM905 - shorter than a list of strings
)
"""First names of people; none that is also a word, a place or a program, such as Will, Grace, Georgia or Julia."""

COUNTRIES = frozenset(
    """
    Afghanistan;Albania;Algeria;Angola;Argentina;Armenia;Australia;Austria;Azerbaijan;Bangladesh;Belarus;Belgium;Bolivia;
    Botswana;Brazil;Bulgaria;Cambodia;Cameroon;Canada;Chile;China;Colombia;Croatia;Cyprus;Czechia;Denmark;Ecuador;
    Egypt;Estonia;Ethiopia;Finland;France;Germany;Ghana;Greece;Greenland;Guatemala;Haiti;Honduras;Hungary;Iceland;India;
    Indonesia;Iran;Iraq;Ireland;Israel;Italy;Jamaica;Japan;Kazakhstan;Kenya;Kuwait;Kyrgyzstan;Laos;Latvia;Lebanon;
    Liberia;Libya;Liechtenstein;Lithuania;Luxembourg;Madagascar;Malaysia;Malta;Mexico;Moldova;Monaco;Mongolia;
    Montenegro;Morocco;Mozambique;Myanmar;Namibia;Nepal;Netherlands;New Zealand;Nicaragua;Nigeria;North Korea;Norway;
    Pakistan;Panama;Paraguay;Peru;Philippines;Poland;Portugal;Qatar;Romania;Russia;Rwanda;Saudi Arabia;Scotland;Senegal;
    Serbia;Singapore;Slovakia;Slovenia;Somalia;South Africa;South Korea;Spain;Sri Lanka;Sudan;Sweden;Switzerland;Syria;
    Taiwan;Tanzania;Thailand;Tunisia;Uganda;Ukraine;United Kingdom;United States;Uruguay;Uzbekistan;Venezuela;Vietnam;
    Yemen;Zambia;Zimbabwe
    """.replace("\n    ", "").strip().split(";")
)  # fmt: skip
"""Countries by their usual English names; not Chad, Cuba, Georgia, Jordan, Turkey and others that mean more."""

CITIES = frozenset(
    """
    Amsterdam;Antwerp;Athens;Auckland;Baghdad;Bangalore;Bangkok;Barcelona;Beijing;Belgrade;Berlin;Bogota;Boston;Bratislava;
    Brisbane;Brussels;Bucharest;Budapest;Buenos Aires;Cairo;Cape Town;Chicago;Cologne;Copenhagen;Dubai;Dublin;Edinburgh;
    Frankfurt;Geneva;Glasgow;Hamburg;Hanoi;Helsinki;Hong Kong;Istanbul;Jerusalem;Johannesburg;Kyiv;Kyoto;Lagos;
    Lima;Lisbon;Ljubljana;London;Los Angeles;Madrid;Manchester;Manila;Melbourne;Mexico City;Milan;Minneapolis;Montreal;
    Moscow;Mumbai;Munich;Nairobi;New Delhi;New York;New York City;Osaka;Oslo;Ottawa;Philadelphia;Prague;Reykjavik;Riga;
    Rio de Janeiro;Rotterdam;San Diego;San Francisco;San Jose;Santiago de Chile;Sao Paulo;Seattle;Seoul;Shanghai;
    Shenzhen;Sofia;Stockholm;Stuttgart;Sydney;Taipei;Tallinn;Tel Aviv;Tokyo;Toronto;Vancouver;Vienna;Vilnius;Warsaw;
    Washington DC;Wellington;Zagreb;Zurich
    """.replace("\n    ", "").strip().split(";")
)  # fmt: skip
"""Large cities, likewise."""
